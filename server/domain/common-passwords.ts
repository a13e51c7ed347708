let passwords: Promise<ReadonlySet<string>> | undefined

/** The most used passwords of the world in small letters; loaded when the first is asked for, not by the start. */
const load = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Returns true if a password is one of those that an attacker tries first. */
export async function isCommon(password: string): Promise<boolean> {
  passwords ??= load()
  return (await passwords).has(password.toLowerCase())
}
