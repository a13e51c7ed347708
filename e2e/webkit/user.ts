import { fireEvent } from '@testing-library/react'
import { setUser } from '#tests/kit/user.ts'

// When a script presses a select, WebKitGTK opens the native list, which then chooses an option itself. So the value is
// set directly instead.
setUser({ choose: async (list, value) => void fireEvent.change(list, { target: { value } }) })
