import { shellMachine } from '#machines/shell.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'

export default defineModel({
  machine: shellMachine,
  starts: { 'the player opens the site': undefined },
  events: {
    'network.lost': { 'the connection is lost': {} },
    'network.back': { 'the connection is back': {} },
    'version.found': { 'a newer version is loaded': {} },
    'version.take': { 'the player switches to the newer version': {} },
    'version.postpone': { 'the player dismisses the offer of the newer version': {} },
  },
  outcomes: {
    'worker.change': {
      done: { 'the newer version has taken over': undefined },
      error: { 'no answer': noAnswer },
    },
  },
  stories: {
    'The player switches to a newer version': [
      'the player opens the site',
      'a newer version is loaded',
      'the player switches to the newer version',
      'worker.change answers: the newer version has taken over',
    ],
  },
  cites: {
    'connection.offline': 'D-59',
    'version.found': 'D-59',
    'version.changing': 'D-59',
  },
})
