import { actingAsPattern } from './acting-as';
import { z } from 'zod';
import { problems } from './problem-codes';

type Json = Record<string, unknown>;
type Addresses = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
const withParameters = z.looseObject({
  parameters: z.array(z.unknown()).optional(),
  responses: z.looseObject({}),
});

const tillhouseAs = {
  name: 'Tillhouse-As',
  in: 'header',
  schema: { type: 'string', pattern: actingAsPattern },
  description:
    'With a session: the membership or key whose company a page shows, as `acting_as` of `/api/secure/me` says it. 409 where the session acts for another by now.',
};

const tillhouseAttended = {
  name: 'Tillhouse-Attended',
  in: 'header',
  schema: { const: 'no' },
  description:
    'With a session: a page reads by itself, with nobody there. It does not keep the session from ending of idleness.',
};

/** Adds the parameters and answers that every address under `/api/secure` has. */
export const secured = (addresses: Addresses): Json =>
  eachOperation(addresses, (verb, { parameters = [], responses, ...rest }) => ({
    ...rest,
    parameters: [...parameters, tillhouseAs, ...(verb === 'get' ? [tillhouseAttended] : [])],
    responses: { ...problems(409), ...responses },
  }));

/** Adds the answers that every address may give before a request reaches it: malformed, too slow or too large. */
export const overHttp = (addresses: Addresses): Json =>
  eachOperation(addresses, (_, { responses, ...rest }) => ({
    ...rest,
    responses: { ...problems(400, 408, 413, 414, 417, 431), ...responses },
  }));

type Operation = z.output<typeof withParameters>;

function eachOperation(addresses: Addresses, change: (verb: string, operation: Operation) => Json): Json {
  return Object.fromEntries(
    Object.entries(addresses).map(([address, operations]) => [
      address,
      Object.fromEntries(
        Object.entries(operations).map(([verb, operation]) => [
          verb,
          verb === 'parameters' ? operation : change(verb, withParameters.parse(operation)),
        ]),
      ),
    ]),
  );
}
