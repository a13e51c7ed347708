// Sets up the situation that this address names, and then opens the page that shows it.
const reply = await fetch(location.pathname, { method: 'POST', body: new URLSearchParams() })
const status = document.querySelector('[role=status]')
if (reply.ok) {
  const { token, to } = await reply.json()
  sessionStorage.clear()
  localStorage.removeItem('token')
  localStorage.setItem('remember-agreement', 'true')
  if (token) localStorage.setItem('token', token)
  location.replace(to)
} else {
  const { message } = await reply.json().catch(() => ({ message: reply.statusText }))
  status.textContent = `It did not work: ${reply.status} ${message}. More may stand in the server's log.`
}
