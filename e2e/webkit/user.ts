import { fireEvent } from '@testing-library/react'
import { setUser } from '#tests/kit/user.ts'

// When a script clicks a select element, WebKitGTK opens the native list, which then chooses an option itself. The
// value is therefore set directly.
setUser({ choose: async (list, value) => void fireEvent.change(list, { target: { value } }) })
