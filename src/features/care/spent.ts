/** The hours and minutes of a time in minutes, and the form of its text: minutes only, whole hours, or both. */
export function spentIn(all: number) {
  const spent = { hours: Math.floor(all / 60), minutes: all % 60 }
  return { spent, form: spent.hours === 0 ? 'minutes' : spent.minutes === 0 ? 'whole' : 'hours' } as const
}
