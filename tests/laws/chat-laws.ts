/** The laws about messages to support: their names, sentences and requirements. */
export const CHAT_LAWS = {
  storedOnce: {
    name: 'stored once',
    sentence: 'A message of the player is stored at most once, however often and from however many tabs it is sent.',
    cites: 'R248, R372, D-24',
  },
  toldSent: {
    name: 'told sent',
    sentence: 'A message that is reported to the player as sent is stored at the server.',
    cites: 'R197, R246',
  },
  shownOnce: {
    name: 'shown once',
    sentence:
      'A tab shows each message at most once, whether it was written there, delivered by the live connection, or read from the history.',
    cites: 'R245, R382, D-25',
  },
  staysShown: {
    name: 'stays shown',
    sentence: 'A message that a tab has reported as sent stays in its conversation.',
    cites: 'R246',
  },
  nothingLost: {
    name: 'nothing lost',
    sentence:
      'What the player has written is stored at the server, or stays in a tab until it is, also after the page was loaded again.',
    cites: 'R245, R248, R249',
  },
  sentAgain: {
    name: 'sent again',
    sentence: 'A message that is reported as not sent can be sent again.',
    cites: 'R248',
  },
  inOrder: {
    name: 'in order',
    sentence: 'A tab shows messages that are stored, and in the order in which the server has stored them.',
    cites: 'R246, R373, D-25',
  },
  noGap: {
    name: 'no gap',
    sentence:
      'Among the messages that a tab shows, none is missing, up to the newest one that it has compared with the server.',
    cites: 'R382, R383, D-50',
  },
} as const
