declare module '*.json?start' {
  const texts: Record<string, unknown>
  export default texts
}
declare module '*.json?rest' {
  const texts: Record<string, unknown>
  export default texts
}
declare module '*.json?devices' {
  const texts: Record<string, unknown>
  export default texts
}
declare module '*.json?events' {
  const texts: Record<string, unknown>
  export default texts
}
declare module '*.json?care' {
  const texts: Record<string, unknown>
  export default texts
}
declare module '*.json?coupon' {
  const texts: Record<string, unknown>
  export default texts
}
declare module '*.json?gift' {
  const texts: Record<string, unknown>
  export default texts
}
declare module '*.json?data' {
  const texts: Record<string, unknown>
  export default texts
}
declare module '*.json?passkey' {
  const texts: Record<string, unknown>
  export default texts
}
