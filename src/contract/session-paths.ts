import { documented, jsonOf } from './openapi/parts';
import { z } from 'zod';
import { switchBody } from './acting-as';
import { recipientPaths } from './mail/recipient';
import { passkeyOptions } from './passkeys';
import { problems } from './problem-codes';
import { roles } from './role';
import {
  acceptBody,
  addressBody,
  confirmBody,
  invitationBody,
  invitationSchema,
  languageBody,
  languageTags,
  passwordBody,
  sessionSchema,
  signInBody,
} from './session';
import { providersOffered } from './single-sign-on';
import { signInEmail } from './email-schema';
import { signInCodeBody } from './second-factor';
import { pairBody, pairedSchema, pairPath } from './tills';

/** The body that asks for a new password. Only the service reads it: it is no part of the application's first load. */
export const forgottenBody = z.strictObject({
  email: signInEmail(),
  language: z.enum(languageTags).optional(),
});

// Those of single sign-on, which only the service reads, too.

/** A page of the application to which a provider sends back: a path of this service that is none of its interface. */
const page = z
  .string()
  .max(2000)
  .regex(/^\/(?!\/|api\/)[^\\\p{Cc}]*$/u);

/** The body that begins a sign-in at a provider: the token of the invitation that is followed, and the page to go back to. */
export const providerSignInBody = z.strictObject({
  token: z.string().min(1).max(200).optional(),
  back: page.optional(),
});

/** The body that asks who is signed in by a provider to show it again who they are. */
export const providerAgainBody = z.strictObject({ back: page.optional() });

/** The body that asks which providers an e-mail is offered. */
export const providersBody = z.strictObject({ email: signInEmail() });

const json = (schema: z.ZodType, io: 'input' | 'output') => jsonOf(documented(schema, io));
const body = (schema: z.ZodType) => ({ requestBody: { required: true, content: json(schema, 'input') } });
const cookie = {
  headers: {
    'Set-Cookie': { description: 'The session: HttpOnly, SameSite=Strict.', schema: { type: 'string' } },
  },
};
const signedIn = { description: 'Who is signed in now.', ...cookie, content: json(sessionSchema, 'output') };
const operation = (operationId: string, summary: string, rest: Record<string, unknown>) => ({
  operationId,
  tags: ['session'],
  summary,
  'x-roles': roles,
  security: [],
  ...rest,
});

const begun = {
  description: 'The address to which the browser goes, with the cookie of this answer.',
  content: json(z.object({ location: z.string() }), 'output'),
  ...cookie,
};
const providerId = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };

/** The sign-in routes in the OpenAPI document. Those with a cookie are for the service's own pages only. */
export const sessionPaths = {
  ...recipientPaths,
  '/api/session': {
    get: operation('session', 'Who is signed in with this cookie; null for nobody', {
      responses: {
        200: { description: 'Who is signed in.', content: json(sessionSchema, 'output') },
        ...problems(414, 429, 503),
      },
    }),
    post: operation('sign_in', 'Sign in with an e-mail and its password, a passkey, or an API key', {
      ...body(signInBody),
      responses: { 200: signedIn, ...problems(400, 401, 403, 409, 413, 414, 415, 422, 429, 503) },
    }),
    put: operation('switch_company', 'Act by another membership of the same person', {
      ...body(switchBody),
      responses: { 200: signedIn, ...problems(400, 401, 403, 404, 413, 414, 415, 422, 503) },
    }),
    delete: operation('sign_out', 'End this session', {
      responses: { 204: { description: 'Ended.', ...cookie }, ...problems(403, 414, 503) },
    }),
  },
  '/api/session/passkey': {
    post: operation('begin_passkey_sign_in', 'What a browser is asked for that signs in by a passkey', {
      responses: {
        201: {
          description: 'The options of WebAuthn; they work once, for five minutes, in this browser.',
          content: json(passkeyOptions, 'output'),
          ...cookie,
        },
        ...problems(403, 409, 414, 429, 503),
      },
    }),
  },
  '/api/session/providers': {
    post: operation(
      'providers_offered',
      'Which providers of single sign-on an e-mail is offered, by its domain alone',
      {
        ...body(providersBody),
        responses: {
          200: { description: 'The providers; none for most.', content: json(providersOffered, 'output') },
          ...problems(400, 403, 413, 414, 415, 422, 429, 503),
        },
      },
    ),
  },
  '/api/session/provider': {
    post: operation(
      'begin_provider_again',
      'Begin to show the provider that signed this session in again who one is',
      {
        ...body(providerAgainBody),
        responses: { 201: begun, ...problems(400, 401, 403, 404, 409, 413, 414, 415, 422, 429, 503) },
      },
    ),
  },
  '/api/sign-in/{id}': {
    post: operation('begin_provider_sign_in', 'Begin a sign-in at a provider of single sign-on', {
      parameters: [providerId],
      ...body(providerSignInBody),
      responses: { 201: begun, ...problems(400, 403, 404, 409, 413, 414, 415, 422, 429, 503) },
    }),
  },
  '/api/sign-in/{id}/logout': {
    post: operation('logout_by_provider', 'OpenID Connect Back-Channel Logout', {
      parameters: [providerId],
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': {
            schema: {
              type: 'object',
              properties: { logout_token: { type: 'string' } },
              required: ['logout_token'],
            },
          },
        },
      },
      responses: {
        200: { description: 'The sessions have ended.' },
        ...problems(400, 404, 413, 414, 415, 429, 503),
      },
    }),
  },
  '/api/session/code': {
    post: operation(
      'end_sign_in',
      'End a sign-in that `needs` a code, with one of the app or a recovery code',
      {
        ...body(signInCodeBody),
        responses: { 200: signedIn, ...problems(400, 401, 403, 413, 414, 415, 422, 429, 503) },
      },
    ),
  },
  '/api/session/everywhere': {
    delete: operation('sign_out_everywhere', 'End all sessions of the same person or key', {
      responses: { 204: { description: 'Ended.', ...cookie }, ...problems(403, 414, 503) },
    }),
  },
  '/api/session/password': {
    put: operation('change_password', 'Choose another password; other sessions end', {
      ...body(passwordBody),
      responses: {
        204: { description: 'Changed; this session goes on under the cookie of this answer.', ...cookie },
        ...problems(400, 401, 403, 409, 413, 414, 415, 422, 429, 503),
      },
    }),
  },
  '/api/session/address': {
    post: operation('ask_for_address', 'Sign in with another e-mail: a link goes to the new one', {
      ...body(addressBody),
      responses: {
        202: {
          description:
            'A mail goes to the new address, the same for any. Nothing changes until its link is followed.',
        },
        ...problems(400, 401, 403, 404, 409, 413, 414, 415, 422, 429, 503),
      },
    }),
  },
  '/api/session/language': {
    put: operation('choose_language', 'Choose the language of the person, in every browser', {
      ...body(languageBody),
      responses: {
        204: { description: 'Chosen.' },
        ...problems(400, 401, 403, 409, 413, 414, 415, 422, 503),
      },
    }),
  },
  '/api/session/forgotten': {
    post: operation('forgotten_password', 'Ask for a mail with a link for a new password', {
      ...body(forgottenBody),
      responses: {
        202: { description: 'The same for any e-mail; a mail goes to a person’s.' },
        ...problems(400, 403, 404, 413, 414, 415, 422, 429, 503),
      },
    }),
  },
  '/api/session/confirmation': {
    post: operation('confirm_session', 'Type the password, or the key, again: keys and people ask for it', {
      ...body(confirmBody),
      responses: {
        204: { description: 'For ten minutes it is not asked for again.' },
        ...problems(400, 401, 403, 409, 413, 414, 415, 422, 429, 503),
      },
    }),
  },
  [pairPath]: {
    post: operation('pair_till', 'Pair a till by the code of its register: it gets a key of its own', {
      tags: ['pos'],
      ...body(pairBody),
      responses: {
        201: { description: 'The key of the till, this once.', content: json(pairedSchema, 'output') },
        ...problems(400, 408, 413, 414, 415, 422, 429, 503),
      },
    }),
  },
  '/api/invitation': {
    post: operation('read_invitation', 'What a one-time link is for', {
      ...body(invitationBody),
      responses: {
        200: { description: 'The link stands.', content: json(invitationSchema, 'output') },
        ...problems(400, 403, 404, 413, 414, 415, 422, 429, 503),
      },
    }),
  },
  '/api/invitation/accept': {
    post: operation('accept_invitation', 'Take up a one-time link, and sign in', {
      ...body(acceptBody),
      responses: { 200: signedIn, ...problems(400, 401, 403, 404, 409, 413, 414, 415, 422, 429, 503) },
    }),
  },
};
