import { dataExportMachine } from '#machines/data-export.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { first, last } from '#tests/kit/samples/data-pages.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'

export default defineModel({
  machine: dataExportMachine,
  starts: { 'the player opens the dialog “My data”': undefined },
  events: {
    'export.ask': { 'the player asks for the file': {} },
    'export.stop': { 'the player cancels': {} },
    'export.retry': { 'the player tries again': {} },
    'export.save': { 'the player saves the file': {} },
    'export.saveFailed': { 'the browser cannot save the file': {} },
  },
  outcomes: {
    'data.page': {
      done: {
        'a page, and more pages follow': first,
        'the last page': last,
      },
      error: { 'no answer': noAnswer },
    },
  },
  facts: ({ after }) => ({ 'next page': after }),
  stories: {
    'The player saves a copy of their data': [
      'the player opens the dialog “My data”',
      'the player asks for the file',
      'data.page answers: a page, and more pages follow',
      'data.page answers: the last page',
      'the player saves the file',
    ],
  },
  cites: {
    'data.page': 'R611',
    'export.save': 'R612',
    'export.saveFailed': 'R612',
    failed: 'R613',
  },
})
