/** True for an actor as JSON, whose id differs between equal actors. */
const isActor = (value: unknown) => typeof value === 'object' && value !== null && 'xstate$$type' in value

/** Data as text, without the references to actors. */
export const textOf = (data: unknown) => JSON.stringify(data, (_, value) => (isActor(value) ? null : value)) ?? ''
