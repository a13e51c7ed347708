{
  const held = []
  const hold = (event) => {
    const { type, target } = event
    const control = type === 'click' ? target.closest('button[type=button]') : target
    if (!control || (type === 'change' && control.tagName !== 'SELECT')) return
    event.preventDefault()
    held.push({ type, target: control, value: control.value })
  }
  const types = ['submit', 'click', 'change']
  for (const type of types) document.addEventListener(type, hold)
  const late = document.getElementById('late')
  window.release = () => {
    for (const type of types) document.removeEventListener(type, hold)
    late.remove()
    return held
  }
  try {
    // a member goes on to home, and does not see the form before it
    const isLogin = /^\/(login)?$/.test(location.pathname)
    if (isLogin && (localStorage.getItem('token') || sessionStorage.getItem('token')))
      document.getElementById('root').replaceChildren()
  } catch {
    // storage is blocked: nobody is logged in
  }
  const submit = document.querySelector('form [type=submit]')
  if (submit) submit.disabled = false
  const fail = (event) => {
    if (event.target.tagName !== 'SCRIPT') return
    late.hidden = false
    if (submit) submit.disabled = true
  }
  addEventListener('error', fail, true)
}
