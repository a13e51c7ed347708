import { devicesMachine } from '#machines/devices.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { here, phone } from '#tests/kit/samples/sessions.ts'

const PASSWORD = 'demo1234'

export default defineModel({
  machine: devicesMachine,
  starts: {
    'the list of devices is opened': {},
    'the list is opened, and logging out needs the password': { asksPassword: true },
  },
  events: {
    'devices.retry': { 'the player tries again': {} },
    'device.end': {
      'the player logs out the other device': { id: phone.id },
      'the player logs out this device, which the list does not offer': { id: here.id },
    },
    'others.ask': { 'the player chooses to log out all others': {} },
    'password.type': { 'the player types': {} },
    'end.confirm': {
      'the player confirms': { password: '' },
      'the player confirms with the password': { password: PASSWORD },
    },
    'end.leave': { 'the player cancels': {} },
    'end.check': {
      'the player checks again': { password: '' },
      'the player checks again, with the same password': { password: PASSWORD },
    },
    'end.gotIt': { 'the player dismisses the message': {} },
  },
  calls: { end: ['session.end', 'session.endOthers'] },
  outcomes: {
    'session.list': {
      done: {
        'this device and another': { sessions: [here, phone] },
        'this device only': { sessions: [here] },
      },
      error: { 'no answer': noAnswer },
    },
    end: {
      done: { 'the device is logged out': {} },
      error: {
        'it was logged out already': refused('NO_DATA'),
        'the password is wrong': refused('WRONG_PASSWORD'),
        'the server refuses': refused('REQUEST_LIMIT'),
        'no answer': noAnswer,
      },
    },
  },
  only: {
    // without a question for the password, there is no field
    'password.type': ({ context: { asksPassword } }) => asksPassword,
    // emptying the field would count as typing
    'end.confirm': ({ context: { asksPassword, isWrong } }, { password }) =>
      asksPassword ? password !== '' || !isWrong : password === '',
    'end.check': ({ context: { asksPassword } }, { password }) => asksPassword === (password !== ''),
  },
  facts: ({ sessions, asksPassword, isWrong, failure }) => ({
    sessions: sessions.length,
    'the password is asked for': asksPassword,
    'the password was wrong': isWrong,
    failure: failure?.code ?? null,
  }),
  stories: {
    'The player logs out all other devices': [
      'the list of devices is opened',
      'session.list answers: this device and another',
      'the player chooses to log out all others',
      'the player confirms',
      'the server answers: the device is logged out',
      'session.list answers: this device only',
    ],
    'The player logs out one device with the password': [
      'the list is opened, and logging out needs the password',
      'session.list answers: this device and another',
      'the player logs out the other device',
      'the player confirms with the password',
      'the request fails: the password is wrong',
      'the player types',
      'the player confirms with the password',
      'the server answers: the device is logged out',
      'session.list answers: this device only',
    ],
  },
  cites: {
    'session.list': 'R559',
    shown: 'R563',
    'the player logs out the other device': 'R560, R563',
    confirming: 'R564',
    end: 'R560, R561, R643',
    unsure: 'R565',
    refused: 'R565',
  },
})
