import * as v from 'valibot'

/**
 * The properties of a schema that can contain other schemas: object fields, a wrapped schema, list items, union
 * options, pipe items.
 */
type Schema = v.GenericSchema & {
  entries?: Record<string, Schema>
  wrapped?: Schema
  item?: Schema
  options?: readonly Schema[]
  pipe?: readonly (Schema | { kind: string })[]
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'

function partsOf({ wrapped, item, options = [], pipe = [] }: Schema): Schema[] {
  // the first item of a pipe is the schema itself, without the pipe
  return [wrapped, item, ...options, ...pipe].filter(isSchema)
}

const isSecret = (schema: Schema): boolean =>
  v.getMetadata(schema)['x-secret'] === true || partsOf(schema).some((part) => isSecret(part))

/**
 * Returns the lower-case names of all fields that the schemas mark as `secret`, at any depth. Source: contract/text.ts.
 */
export function secretNames(schemas: readonly v.GenericSchema[]): ReadonlySet<string> {
  const names = new Set<string>()
  const collect = (schema: Schema) => {
    for (const [name, field] of Object.entries(schema.entries ?? {})) {
      if (isSecret(field)) names.add(name.toLowerCase())
      collect(field)
    }
    partsOf(schema).forEach(collect)
  }
  schemas.filter(isSchema).forEach(collect)
  return names
}
