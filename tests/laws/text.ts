/** True for an actor in JSON form. Its id differs even between equal actors. */
const isActor = (value: unknown) => typeof value === 'object' && value !== null && 'xstate$$type' in value

/** Data as JSON, with null in place of references to actors. */
export const textOf = (data: unknown) => JSON.stringify(data, (_, value) => (isActor(value) ? null : value)) ?? ''
