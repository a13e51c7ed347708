let passwords: Promise<ReadonlySet<string>> | undefined

/** Loads the most common passwords, in lower case. They are loaded on first use, so that startup does not wait. */
const load = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Returns true if a password is one of those that an attacker tries first. */
export async function isCommon(password: string): Promise<boolean> {
  passwords ??= load()
  return (await passwords).has(password.toLowerCase())
}
