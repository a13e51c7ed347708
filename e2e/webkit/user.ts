import { fireEvent } from '@testing-library/react'
import { setUser } from '#tests/kit/user.ts'

// WebKitGTK opens the native list of a select that is pressed by a script, and this list then chooses an option itself
setUser({ choose: async (list, value) => void fireEvent.change(list, { target: { value } }) })
