type Codes = Readonly<Record<string, string>>;

/**
 * Every `code` of an error answer, by its status, with its meaning (docs/design.md#errors). A 422 has the code of its
 * only fault, or `invalid` for several; those codes are also in `errors`, each with its place.
 */
export const problemCodes: Readonly<Record<number, Codes>> = {
  400: {
    malformed_request: 'what came is no HTTP request',
    invalid_logout: 'no logout of this provider, for this client, of now',
    incomplete_body: 'the body broke off before its end',
    malformed_json: 'the body is not JSON in UTF-8',
    too_deep: 'JSON nests more than 32 levels deep',
    invalid_query: 'query parameters that are not known here, or cannot be used; `errors` names each',
    as_of_before_horizon:
      'a moment before which events of master data were removed (TILLHOUSE_EVENT_YEARS): it cannot be answered any more',
    invalid_cursor: 'the cursor is not one that this query gave',
    invalid_if_match: '`If-Match` is no ETag',
    invalid_idempotency_key: '`Idempotency-Key` is not 1 to 255 visible ASCII characters',
    if_match_on_array: '`If-Match` goes with one object, not with an array',
  },
  401: {
    unauthenticated: 'no credentials, or wrong, expired or revoked ones',
    wrong_credentials: 'the e-mail and password, the passkey, or the key, are not right',
    wrong_code: 'the code of a second factor is not right, or was used before',
    sign_in_ended: 'the sign-in whose code is awaited is over: begin again with the password',
  },
  403: {
    own_change_set:
      'a change set is approved by somebody who neither made, changed, previewed last nor requested it',
    changeset_rights: 'the change set has items of resources that the role may not read and change',
    not_own_question: 'only who asked a question, or an administrator, changes, closes and opens it',
    forbidden: 'the role may not do this',
    hidden_field: 'the role does not see the field, or what is asked would say it',
    beyond_own_rights: 'nobody makes or changes a person who may or sees more than they do',
    other_network: 'the API key is not accepted from this address',
    some_locations: 'it concerns all locations of the company, and the membership holds some',
    last_administrator:
      'a provider takes neither the last administrator away, nor one who comes in when it fails',
    owned_by_parent: 'the record is a parent company’s: it is read-only here',
    owned_by_child: 'the record is a child company’s: it is read-only here',
    second_factor_required: 'the company asks for a second factor, and this session has shown none',
    second_factor_needed: 'who decides about the second factor of others has shown one themselves',
    reauthentication_required: 'the password is asked for again: `POST /api/session/confirmation`',
    cross_origin: 'a session’s write that no page of this service sent',
  },
  404: { not_found: 'there is no such record, or none in sight' },
  405: { method_not_allowed: 'the verb is not possible here; `Allow` names those that are' },
  408: { request_timeout: 'the request took too long to come' },
  409: {
    changeset_state: 'the state of the change set does not allow it',
    undo_before_horizon: 'events that the undo would read were removed, because they are too old',
    question_state: 'the question was answered or closed: what was asked stands',
    changeset_empty: 'the change set has no items',
    approval_required: 'somebody else approves the change set first',
    acting_as_another: 'the session acts for another company or person than `Tillhouse-As` names',
    id_unavailable: 'the id cannot be used',
    accepted_once: 'accepted before, with another content',
    request_in_flight: 'the first request with this `Idempotency-Key` is still under way',
    business_day_closed: 'the business day is closed or exported: what was sent would change it',
    role_given: 'people or keys have the role: what it counts as stays',
    other_register: 'a till’s receipt names another register than its own',
    month_locked:
      'the month is locked: no business day of it changes, comes or goes until an administrator unlocks it',
    month_not_locked: 'the month is not locked',
    month_not_over: 'a month is locked when it is over at each location',
    month_empty: 'the month has no business days',
    month_questions: 'questions about its days are open, and nothing was said about them',
    month_to_settle:
      'days of the month are open, do not add up, or are missing without a reason; `errors` names each',
    business_day_exists: 'the location has a business day on this date; `second` asks for another one',
    businessday_has_sales: 'the business day has receipts: its date and location stand, and it stays active',
    voucher_number_used: 'another business day of the company has this voucher number',
    day_not_closed: 'a voucher number goes to a closed business day, which is exported with it',
    voucher_number_given: 'the business day has a voucher number: it is exported with that one',
    file_incomplete: 'the file for bookkeeping lacks something; `errors` names each',
    status_not_next: 'a business day does not go from its status to this one',
    erased:
      'the record was erased, at the wish of whom it was about: nothing of it comes back, and it takes no content',
    name_taken: 'the company shares a view of this list under this name already',
    too_many_views: 'the company shares as many views of this list as it may',
    nothing_to_acknowledge: 'the check does not fail: there is no fault to acknowledge',
    key_revoked: 'a revoked key stays revoked',
    secret_shown_once: 'the key was shown with the first answer, and is not shown again',
    deactivated: 'the membership is deactivated',
    works_elsewhere: 'the person works in another company, too: a link of one sets no new password',
    has_password: 'the e-mail has a password already: sign in with it',
    no_password: 'an API key has no password',
    no_person: 'an API key is no person: it has no language and no other company',
    no_authenticator: 'no second factor is on, or none is set up any more',
    no_login: 'a provider of the company signed the session in: how is decided there',
    no_provider: 'no provider signed this session in',
    provider_only: 'the company is entered through its provider alone',
    last_break_glass: 'nobody else could come in if the provider of the company failed',
    no_public_url:
      'the service does not know its address (`TILLHOUSE_PUBLIC_URL`), to which a provider sends back',
    no_passkeys: 'the service takes no passkeys: it does not know its address (`TILLHOUSE_PUBLIC_URL`)',
    no_passkey: 'there is no passkey of the person to show',
    passkey_known: 'this passkey is added already',
    too_many_webhooks: 'the company has as many active webhooks as are looked after',
    no_secret: 'the webhook has no address or no secret yet',
    webhook_off: 'the webhook is off, and nothing is sent to it',
    delivery_over: 'the delivery does not wait any more',
    too_many_passkeys: 'there are as many passkeys as a person may have',
    no_key: 'the service has no file of keys (`TILLHOUSE_SECRET_FILE`)',
    is_current: 'this is the session of the request: sign out instead',
    own_membership:
      'nobody ends their own membership or takes its role away; one’s own e-mail is changed by a link to the new one',
  },
  412: { version_mismatch: 'the record was changed since it was read; `current` is what stands' },
  413: {
    body_too_large: 'the body has more bytes than are read',
    too_many_items: 'an array has more than 1,000 items',
  },
  414: { uri_too_long: 'an address of more than 8,192 characters' },
  415: { unsupported_media_type: 'a body is `application/json`, not encoded' },
  417: { expectation_failed: '`Expect` asks for something else than `100-continue`' },
  422: {
    invalid: 'several faults; `errors` names each',
    required: 'the field is missing',
    required_while_active: 'an active record needs a value here; a deactivated one does not',
    ends_before_it_begins: 'a last day that is before the first, or an end that has passed already',
    wrong_pairing_code: 'the code pairs no till: it is another one, was used, or is too old',
    unknown_field: 'there is no such field',
    wrong_type: 'a value of another type',
    wrong_format: 'text of another form',
    not_guid: 'no GUID',
    not_email: 'no e-mail address',
    not_canonical: 'another spelling of an e-mail address; `offer` is the one that is taken',
    not_date: 'no day, such as 2026-12-31',
    not_datetime: 'no moment with its time zone, such as 2026-12-31T09:30:00Z',
    in_the_past: 'a time that is past, or an end before its beginning',
    not_open: 'a business day begins open',
    not_counted: 'the location asks for each register with cash to be counted before its day is closed',
    refused_address: 'an address that leads into a private network, is not encrypted, or is none',
    invalid_value: 'a value that is not among those that are known, or breaks another rule',
    too_long: 'longer than `limit`',
    too_large: 'more than `limit`, or than can be kept',
    too_small: 'less than `limit`, or shorter',
    not_above: 'not more than `limit`',
    too_many_digits: 'a number of more than 40 significant digits',
    exponent_out_of_range: 'an exponent beyond ±40',
    not_text: 'text with NUL or half a character',
    forbidden: 'an item of a change set whose record the role may not change',
    owned_by_parent: 'an item of a change set whose record belongs to a parent company',
    read_only: 'the service’s own field, sent with another value than is stored',
    hidden_field: 'the role does not see the field',
    read_only_field: 'the role may not change the field',
    price_change_too_large: 'the role changes a price by a certain percentage at most',
    not_held: 'a record at a location that the membership does not hold',
    reference_not_found: 'there is no such record in the own company or an ancestor',
    idempotency_key_reused: 'this `Idempotency-Key` was sent with another request',
    too_easy: 'a password that is easily guessed',
    too_common: 'one of the most common passwords',
    wrong_password: 'the current password is not right',
    wrong_code: 'a code that is not right, or was used before',
    wrong_passkey: 'a passkey that was not accepted, or took too long',
    unchanged: 'the new password is the current one',
  },
  429: {
    too_many_requests:
      'more requests a minute than the key or the address has; `Retry-After` says when to go on',
    too_many_streams: 'more live streams than a key may have',
  },
  431: { headers_too_large: 'headers of more bytes than are read' },
  500: { internal_error: 'a fault of the service, logged under the `request_id`' },
  503: {
    unavailable: 'the database is not to be had, or too busy; `Retry-After` says when to try again',
    provider_away: 'the provider of a sign-in does not answer, or not as what it says to be',
    no_key: 'the secret of an authenticator is under no key of the service’s file: a recovery code works',
  },
};

const string = { type: 'string' } as const;
const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } };

const headers: Readonly<Record<number, object>> = {
  401: { 'WWW-Authenticate': { description: '`Bearer`.', schema: string } },
  409: retryAfter,
  429: retryAfter,
  503: retryAfter,
};

/** The error answers in the OpenAPI document, one for each status: its possible codes, and its headers. */
export const problemResponses = Object.fromEntries(
  Object.entries(problemCodes).map(([status, codes]) => [
    `Problem${status}`,
    {
      description: Object.entries(codes)
        .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
        .join('\n'),
      headers: {
        'X-Request-Id': { description: 'The same as `request_id`.', schema: string },
        ...headers[Number(status)],
      },
      content: {
        'application/problem+json': {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/Problem' },
              {
                type: 'object',
                properties: {
                  status: { const: Number(status) },
                  // An open enumeration: a later version may add codes.
                  code: { anyOf: [{ enum: Object.keys(codes) }, string] },
                },
              },
            ],
          },
        },
      },
    },
  ]),
);

/** Returns references to the problem answers of these statuses (docs/design.md#errors). */
export const problems = (...statuses: number[]): Record<string, { $ref: string }> =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]));
