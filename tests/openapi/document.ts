import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { Banner } from '#contract/banner.ts'
import { ActiveBonus, Bonus } from '#contract/bonus.ts'
import type { Call } from '#contract/call.ts'
import { type CallName, calls } from '#contract/calls.ts'
import { Conversation } from '#contract/chat.ts'
import { ERROR_CODES, SPIN_CODES, TOLD_CODES } from '#contract/codes.ts'
import { DepositBank, DepositWays } from '#contract/deposit.ts'
import { Credentials } from '#contract/game.ts'
import { Invitee } from '#contract/invite.ts'
import { VERSION } from '#contract/limits.ts'
import { Amount, Baht, ExactBaht, MAX_BAHT } from '#contract/money.ts'
import { Contact, Info } from '#contract/operator.ts'
import { PASSWORD_HEADER, Profile } from '#contract/profile.ts'
import { Promotion } from '#contract/promotion.ts'
import { PROOF_HEADER } from '#contract/proof.ts'
import { QrCode } from '#contract/qr.ts'
import { Refund, RefundCheck } from '#contract/refund.ts'
import { Bank, OTP_HEADER, OtpSent, Registration, Source } from '#contract/register.ts'
import { SiteSettings } from '#contract/settings.ts'
import { Slip, SlipHours } from '#contract/slip.ts'
import { Coupon, Slice, SpinResult, SpinSetup } from '#contract/spin.ts'
import { PageInput, StatementItem } from '#contract/statement.ts'
import { Slot, WalletOverview } from '#contract/wallet.ts'
import { WithdrawLimits } from '#contract/withdraw.ts'
import { SUMMARIES } from './summaries.ts'

/** Schemas that are named components of the document. All other schemas are inlined. */
const NAMED = {
  Baht,
  ExactBaht,
  Amount,
  ActiveBonus,
  Bank,
  Banner,
  Bonus,
  Contact,
  Conversation,
  Coupon,
  Credentials,
  DepositBank,
  DepositWays,
  Info,
  Invitee,
  OtpSent,
  PageInput,
  Profile,
  Promotion,
  QrCode,
  Refund,
  RefundCheck,
  Registration,
  SiteSettings,
  Slice,
  Slip,
  SlipHours,
  Slot,
  Source,
  SpinResult,
  SpinSetup,
  StatementItem,
  WalletOverview,
  WithdrawLimits,
}

/** True if the client tolerates null in place of a row, list or reply, although no backend should send null. */
const isForgiven = (schema: { type: string }) =>
  schema.type === 'nullable' && ('fallback' in schema || ('default' in schema && schema.default !== undefined))

/**
 * Returns the complete form of a schema if the client also tolerates other forms of it. The client uses a fallback for
 * an unreadable row, and turns null into an empty list or reply. A backend must send the complete form, which comes
 * first in the schema.
 */
function complete({ anyOf: [tolerant] = [] }: JsonSchema): JsonSchema | undefined {
  if (typeof tolerant !== 'object') return undefined
  const [first] = tolerant.anyOf ?? []
  return typeof first === 'object' ? first : tolerant
}

const CONFIG: ConversionConfig = {
  // Transforms convert baht to satang and merge alternative forms. Replies contain the values before a transform, so
  // the document describes the input of each transform.
  typeMode: 'input',
  target: 'draft-2020-12',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  overrideSchema: ({ valibotSchema, jsonSchema }) => {
    if (valibotSchema.type === 'file') return { type: 'string', contentMediaType: 'application/octet-stream' }
    return isForgiven(valibotSchema) ? complete(jsonSchema) : undefined
  },
  // JSON Schema cannot express a check. The descriptions of the schemas explain it instead.
  overrideAction: ({ valibotAction, jsonSchema }) => (valibotAction.type === 'check' ? jsonSchema : undefined),
}

/** Amount schemas whose constraints follow a transform or a check, where the conversion does not find them. */
const AMOUNTS: Record<string, JsonSchema> = {
  Baht: { type: 'number', minimum: 0, description: 'Baht. The client rounds it to satang.' },
  ExactBaht: { type: 'number', minimum: 0, description: 'Baht, at most two decimals. Never rounded.' },
  Amount: {
    type: 'number',
    exclusiveMinimum: 0,
    maximum: MAX_BAHT,
    description: 'Baht, at most two decimals. Never rounded.',
  },
}

const ERRORS = {
  ErrorCode: {
    description: 'The error catalogue. An `errorMsg` or `spin.error` text exists for each, apart from the last two.',
    type: 'string',
    enum: [...new Set([...ERROR_CODES, ...SPIN_CODES, ...TOLD_CODES])],
  },
  Refusal: {
    description:
      'A refused call. `message` is a code of the catalogue or a text that the player sees. `code` is additive: with it, `message` can hold a text. ' +
      'The message `invalid-token` ends the session; the message `gone` means that the site is shut down.',
    type: 'object',
    properties: {
      message: { anyOf: [{ $ref: '#/components/schemas/ErrorCode' }, { type: 'string' }] },
      code: { anyOf: [{ $ref: '#/components/schemas/ErrorCode' }, { const: 'gone' }] },
    },
    required: ['message'],
  },
}

const SOCKET = {
  description:
    'socket.io over WebSocket, at the origin of the API. A client joins the room `<PREFIX>_<userId or guestId>` of its conversation.',
  path: '/socket.io',
  transports: ['websocket'],
  auth: { $ref: '#/components/schemas/SocketAuth' },
  events: {
    join: {
      from: 'client',
      payload: { description: 'The name of the room', type: 'string' },
      acknowledgement: { $ref: '#/components/schemas/JoinReply' },
    },
    messaging: { from: 'server', payload: { $ref: '#/components/schemas/Conversation' } },
  },
}
const SOCKET_SCHEMAS = {
  SocketAuth: {
    description: 'The `auth` of the socket.io handshake.',
    anyOf: ['token', 'guestId'].map((name) => ({
      type: 'object',
      properties: { [name]: { type: 'string' } },
      required: [name],
    })),
  },
  JoinReply: {
    description: 'Additive. `last` is the `clientId` of the newest message, null in an empty chat.',
    type: 'object',
    properties: { joined: { type: 'boolean' }, last: { type: ['string', 'null'] } },
    required: ['joined', 'last'],
  },
}

function schemaOf(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, $defs: __, ...rest } = toJsonSchema(schema, { ...CONFIG, definitions: NAMED })
  return rest
}

const header = (name: string, schema: object, description: string, required = false) => ({
  name,
  in: 'header',
  required,
  description,
  schema,
})

const refusedAs = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
})
const RESPONSES = {
  Limited: {
    ...refusedAs('Refused, because it was asked too often: nothing has changed.'),
    headers: {
      'Retry-After': { description: 'Seconds until it may succeed.', schema: { type: 'integer', minimum: 1 } },
    },
  },
  Refused: refusedAs('Refused: nothing has changed.'),
  Failed: refusedAs('Failed: the outcome of a change is unknown.'),
}

/** Splits an input into path and query parameters and a body. */
function splitInput(call: Call) {
  const input = schemaOf(call.input)
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const inUrl = call.method === 'GET' || call.method === 'DELETE'
  const properties = Object.entries(input.properties ?? {})
  const isParameter = (name: string) => inPath.includes(name) || inUrl
  const parameters = properties
    .filter(([name]) => isParameter(name))
    .map(([name, schema]) => ({
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: input.required?.includes(name) ?? false,
      schema,
    }))
  const fields = properties.filter(([name]) => !isParameter(name))
  if (inUrl || (fields.length === 0 && !input.$ref)) return { parameters, body: null }
  if (parameters.length === 0) return { parameters, body: input }
  const required = input.required?.filter((name) => !isParameter(name)) ?? []
  return { parameters, body: { ...input, properties: Object.fromEntries(fields), required } }
}

/** The calls that can carry the token of a verified phone. */
const OF_VERIFIED: readonly CallName[] = ['otp.send', 'account.validate', 'account.create']

const SECURITY = { member: [{ member: [] }], guest: [{ member: [] }, { guest: [] }, {}], anyone: [{}] }

/** True if a reply may have no body. False if the client only tolerates a missing body. */
const mayBeEmpty = (reply: v.GenericSchema) => !isForgiven(reply) && [{}, null].some((nothing) => v.is(reply, nothing))

/** The calls that may carry the current password. */
const TAKE_PASSWORD: ReadonlySet<CallName> = new Set([
  ...(['account.update', 'account.rename', 'session.end', 'session.endOthers'] as const),
])

function operationOf(name: CallName, call: Call) {
  const { parameters, body } = splitInput(call)
  const isChange = call.kind === 'change'
  return {
    operationId: name,
    summary: SUMMARIES[name],
    tags: [name.split('.')[0]],
    'x-kind': call.kind,
    security: SECURITY[call.access],
    parameters: [
      ...parameters,
      { $ref: '#/components/parameters/RequestedWith' },
      ...(isChange ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(TAKE_PASSWORD.has(name) ? [{ $ref: '#/components/parameters/CurrentPassword' }] : []),
      ...(OF_VERIFIED.includes(name) ? [{ $ref: '#/components/parameters/OtpToken' }] : []),
      ...(call.login || call.access !== 'anyone' ? [{ $ref: '#/components/parameters/Proof' }] : []),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: { [call.form ? 'multipart/form-data' : 'application/json']: { schema: body } },
      },
    }),
    responses: {
      '200': {
        description: mayBeEmpty(call.reply) ? 'Done. The body may be empty.' : 'Done.',
        ...(isChange && {
          headers: { 'Cache-Control': { description: 'A change is never cached.', schema: { const: 'no-store' } } },
        }),
        content: { 'application/json': { schema: schemaOf(call.reply) } },
      },
      '429': { $ref: '#/components/responses/Limited' },
      '4XX': { $ref: '#/components/responses/Refused' },
      '5XX': { $ref: '#/components/responses/Failed' },
    },
  }
}

function paths() {
  const found: Record<string, Record<string, unknown>> = {}
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    found[path] = { ...found[path], [call.method.toLowerCase()]: operationOf(name, call) }
  }
  return found
}

/** Returns the OpenAPI 3.1 document of the contract. */
export function openApi() {
  const { $schema: _, ...named } = toJsonSchemaDefs(NAMED, CONFIG) as Record<string, JsonSchema>
  return {
    openapi: '3.1.0',
    info: {
      title: 'krapao: what a backend answers',
      version: VERSION,
      description:
        'Generated from `contract/`. Amounts are baht. Replies may hold more fields than are listed; requests do not. See `docs/bring-your-own-backend.md`.',
    },
    servers: [{ url: '/' }],
    paths: paths(),
    components: {
      securitySchemes: {
        member: { type: 'http', scheme: 'bearer', description: 'The token of `POST /api/login`.' },
        guest: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`Guest ` and the `guestId` of `GET /api/chat/config`. Additive.',
        },
      },
      parameters: {
        RequestedWith: header('X-Requested-With', { const: 'wallet-user' }, 'Sent with every call.', true),
        IdempotencyKey: header(
          'Idempotency-Key',
          { type: 'string', pattern: '^[A-Za-z0-9-]{1,100}$' },
          'Additive. A repeated change with a known key has no second effect and gets the stored reply.',
        ),
        CurrentPassword: header(
          PASSWORD_HEADER,
          { type: 'string' },
          'Additive. The current password, percent-encoded UTF-8; needed if the bank account or its name changes, or a session ends.',
        ),
        OtpToken: header(
          OTP_HEADER,
          { type: 'string' },
          'Additive. The `otpToken` of the verified code: a verified phone counts for those who send it.',
        ),
        Proof: header(
          PROOF_HEADER,
          { type: 'string' },
          'Additive. A proof by RFC 9449; needed if the login of the session had one.',
        ),
      },
      responses: RESPONSES,
      schemas: { ...named, ...AMOUNTS, ...ERRORS, ...SOCKET_SCHEMAS },
    },
    'x-socket': SOCKET,
  }
}

/** The path of the committed document. */
export const FILE = 'docs/openapi.json'
export const textOf = (document: object) => `${JSON.stringify(document, null, 2)}\n`
