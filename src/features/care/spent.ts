/** Converts minutes to hours and minutes. `form` selects the matching text: minutes only, whole hours, or both. */
export function spentIn(all: number) {
  const spent = { hours: Math.floor(all / 60), minutes: all % 60 }
  return { spent, form: spent.hours === 0 ? 'minutes' : spent.minutes === 0 ? 'whole' : 'hours' } as const
}
