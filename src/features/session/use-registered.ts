import { useEffect } from 'react'

/**
 * Fills in the phone number of a player who has just registered: only the password is missing. Not a property of the form,
 * which is in the first files.
 */
export function useRegistered(phone: string | undefined) {
  useEffect(() => {
    if (phone === undefined) return
    const field = (name: string) => document.querySelector<HTMLInputElement>(`main [name=${name}]`)
    field('username')?.setAttribute('value', phone)
    field('password')?.focus()
  }, [phone])
}
