let passwords: Promise<ReadonlySet<string>> | undefined

/** Loads the most used passwords, in lower case. It runs at the first question, so that the start does not wait for it. */
const load = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Returns true if a password is one of those that an attacker tries first. */
export async function isCommon(password: string): Promise<boolean> {
  passwords ??= load()
  return (await passwords).has(password.toLowerCase())
}
