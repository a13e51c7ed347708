import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { ERROR_CODES, SPIN_CODES, TOLD_CODES } from '#contract/codes.ts'
import { FILE, openApi, textOf } from './document.ts'

const committed = readFileSync(FILE, 'utf8')
const document = openApi()
const schemas: Record<string, object> = document.components.schemas

/** Every `$ref` in the document. */
const refsIn = (text: string) => [...new Set([...text.matchAll(/"\$ref": "([^"]+)"/g)].map(([, ref = '']) => ref))]

const targetOf = (ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((found, part) => (found as Record<string, unknown> | undefined)?.[part], document)

it('docs/openapi.json matches the contract (update it with npm run openapi)', () => {
  expect(committed === textOf(document)).toBe(true)
})

it('docs/openapi.json is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator()
  expect(await validator.validate(JSON.parse(committed))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

it('the OpenAPI validator rejects an invalid document', async () => {
  const { info: _, ...broken } = JSON.parse(committed)
  expect((await new Validator().validate(broken)).valid).toBe(false)
})

it('docs/openapi.json describes every call once', () => {
  const listed = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const expected = Object.values(calls).map(({ method, path }: Call) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(listed.sort()).toEqual(expected.sort())
})

it('docs/openapi.json has no broken references', () => {
  const refs = refsIn(committed)
  expect(refs.length).toBeGreaterThan(30)
  expect(refs.filter((ref) => targetOf(ref) === undefined)).toEqual([])
})

it.each([...new Set([...ERROR_CODES, ...SPIN_CODES, ...TOLD_CODES])])(
  'docs/openapi.json lists %s in the error catalogue',
  (code) => {
    expect(document.components.schemas.ErrorCode.enum).toContain(code)
  },
)

it('docs/openapi.json has no field for a password hint or a secret question', () => {
  const names = [...committed.matchAll(/"(\w+)": [{"]/g)].map(([, name = '']) => name)
  expect(names).toContain('oldPassword')
  expect(names.filter((name) => /hint|question|answer/i.test(name))).toEqual([])
})

it('docs/openapi.json lists the socket events', () => {
  expect(Object.keys(document['x-socket'].events)).toEqual(['join', 'messaging'])
})

it('docs/openapi.json describes amounts in baht, as sent on the wire', () => {
  expect(schemas.Amount).toMatchObject({ type: 'number', exclusiveMinimum: 0 })
  expect(schemas.Baht).toMatchObject({ type: 'number', minimum: 0 })
})

it('docs/openapi.json describes a complete game account, not the incomplete ones that the client tolerates', () => {
  expect(schemas.WalletOverview).toMatchObject({
    properties: { slots: { items: { $ref: '#/components/schemas/Slot' } } },
  })
})
