import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Call } from '#contract/call.ts'
import { type CallName, calls } from '#contract/calls.ts'
import { openApi } from '#tests/openapi/document.ts'

const DOCUMENT = 'openapi'
// strict mode would reject the parts of the document that are not JSON Schema
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).addSchema(openApi(), DOCUMENT)

/** Encodes a segment of a JSON pointer for use in a URI. */
const part = (text: string) => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'))

function validatorOf(name: CallName) {
  const { method, path }: Call = calls[name]
  const place = ['paths', path.replace(/:(\w+)/g, '{$1}'), method.toLowerCase(), 'responses', '200', 'content']
  const pointer = [...place, 'application/json', 'schema'].map(part).join('/')
  return ajv.getSchema(`${DOCUMENT}#/${pointer}`)
}

/**
 * Returns how a reply differs from docs/openapi.json, for example `/invite/amount must be number`. The site works
 * without the fields in question.
 */
export function oddFields(name: CallName, body: unknown): string[] {
  const validate = validatorOf(name)
  if (!validate) throw new Error(`docs/openapi.json does not describe ${name}`)
  if (validate(body)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`.trim())
}
