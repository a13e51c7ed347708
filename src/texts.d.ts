declare module '*.json?start' {
  const texts: import('#src/lib/i18n.ts').Texts
  export default texts
}
declare module '*.json?rest' {
  const texts: import('#src/lib/i18n.ts').Texts
  export default texts
}
declare module '*.json?devices' {
  const texts: import('#src/lib/i18n.ts').Texts
  export default texts
}
declare module '*.json?events' {
  const texts: import('#src/lib/i18n.ts').Texts
  export default texts
}
declare module '*.json?care' {
  const texts: import('#src/lib/i18n.ts').Texts
  export default texts
}
declare module '*.json?coupon' {
  const texts: import('#src/lib/i18n.ts').Texts
  export default texts
}
declare module '*.json?gift' {
  const texts: import('#src/lib/i18n.ts').Texts
  export default texts
}
declare module '*.json?data' {
  const texts: import('#src/lib/i18n.ts').Texts
  export default texts
}
declare module '*.json?passkey' {
  const texts: import('#src/lib/i18n.ts').Texts
  export default texts
}
