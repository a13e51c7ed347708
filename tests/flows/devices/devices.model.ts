import { devicesMachine, othersIn } from '#machines/devices.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { here, phone } from '#tests/kit/samples/sessions.ts'
import { confirmed, declined, unconfirmed } from '#tests/kit/samples/step-up.ts'

export default defineModel({
  machine: devicesMachine,
  starts: {
    'the player opens the list of devices': {},
    'the player opens the list, and logging out a device requires the password': { asksPassword: true },
  },
  events: {
    'devices.retry': { 'the player tries again': {} },
    'device.end': {
      'the player logs out the other device': { id: phone.id },
      'the player tries to log out this device, which the list does not allow': { id: here.id },
    },
    'others.ask': { 'the player chooses to log out all other devices': {} },
    'others.confirm': { 'the player confirms': {} },
    'others.leave': { 'the player cancels': {} },
    'end.check': { 'the player checks again': {} },
    'end.gotIt': { 'the player dismisses the message': {} },
  },
  calls: { end: ['session.end', 'session.endOthers'], stepUp: ['session.end', 'session.endOthers'] },
  outcomes: {
    'session.list': {
      done: {
        'this device and one other': { sessions: [here, phone] },
        'this device only': { sessions: [here] },
      },
      error: { 'no answer': noAnswer },
    },
    end: {
      done: { 'the device is logged out': {} },
      error: {
        'the device was already logged out': refused('NO_DATA'),
        'the password is required': refused('WRONG_PASSWORD'),
        'too many requests': refused('REQUEST_LIMIT'),
        'no answer': noAnswer,
      },
    },
    stepUp: {
      done: {
        'the device is logged out': confirmed({}),
        'refused: the device was already logged out': declined('NO_DATA'),
        'refused: too many requests': declined('REQUEST_LIMIT'),
        ...unconfirmed,
      },
    },
  },
  facts: ({ sessions, asksPassword, failure }) => ({
    'other devices': othersIn(sessions).length,
    'password required': asksPassword,
    failure: failure?.code ?? null,
  }),
  stories: {
    'The player logs out all other devices': [
      'the player opens the list of devices',
      'session.list answers: this device and one other',
      'the player chooses to log out all other devices',
      'the player confirms',
      'the server answers: the device is logged out',
      'session.list answers: this device only',
    ],
    'The player logs out one device, which needs the password': [
      'the player opens the list, and logging out a device requires the password',
      'session.list answers: this device and one other',
      'the player logs out the other device',
      'the confirmation ends: the device is logged out',
      'session.list answers: this device only',
    ],
  },
  cites: {
    'session.list': 'R559',
    shown: 'R563',
    'the player logs out the other device': 'R560, R563',
    confirming: 'R564',
    end: 'R560, R561',
    proving: 'R643, R628',
    stepUp: 'R643, R565',
    unsure: 'R565',
    refused: 'R565',
  },
})
