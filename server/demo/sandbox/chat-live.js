// Reloads the page after a new message, but not while an answer is being typed.
const newest = async () => (await fetch('/sandbox/chat/newest')).text()
const isTyping = () => [...document.querySelectorAll('input')].some((field) => field.value !== field.defaultValue)

let seen = await newest()
setInterval(async () => {
  const now = await newest().catch(() => seen)
  if (now === seen || isTyping()) return
  seen = now
  location.reload()
}, 2_000)
