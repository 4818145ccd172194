import { eachOperation, type Addresses } from './parts';

type Json = Record<string, unknown>;

interface Parameter {
  readonly name: string;
  readonly in: string;
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Json }>>;
}
/** The parts of an operation that are moved; all others stay as they are. */
interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/** Names for what is said several times or is a schema of its own: the same text has one name. */
function register(kind: 'schemas' | 'parameters', taken: readonly string[]) {
  const names = new Map<string, string>();
  const used = new Set(taken);
  const parts: Json = {};
  return {
    parts,
    /** Returns a reference to a part, under the first of the names that is free. */
    refTo(part: unknown, ...wanted: readonly string[]) {
      const text = JSON.stringify(part);
      const known = names.get(text);
      if (known !== undefined) return { $ref: `#/components/${kind}/${known}` };
      const name = wanted.map(nameOf).find((one) => !used.has(one));
      if (name === undefined)
        throw new Error(`The OpenAPI document has two parts named ${wanted.join(', ')}`);
      names.set(text, name);
      used.add(name);
      parts[name] = part;
      return { $ref: `#/components/${kind}/${name}` };
    },
  };
}

/** A component's name has letters, digits, dots, hyphens and underscores alone. */
const nameOf = (text: string): string => text.replaceAll(/[^\w.-]/g, '_');

/**
 * Returns paths whose bodies and answers refer to schemas by name, and whose repeated parameters refer to one of each, with these parts:
 * the answer of a list is `list_plu_200`, the body of a pairing `make_pairing_code_body`. A generated client has a type for each, and the document says nothing twice.
 *
 * @param schemas names that are taken
 */
export function named(paths: Addresses, schemas: readonly string[]) {
  const forSchemas = register('schemas', schemas);
  const forParameters = register('parameters', []);
  const counts = new Map<string, number>();
  for (const item of Object.values(paths))
    for (const { parameters = [] } of Object.values(item) as Operation[])
      for (const one of parameters.map((each) => JSON.stringify(each)))
        counts.set(one, (counts.get(one) ?? 0) + 1);

  const parameterOf = ({ operationId, tags: [tag = 'system'] = [] }: Operation, one: Parameter) =>
    (counts.get(JSON.stringify(one)) ?? 0) < 2
      ? one
      : forParameters.refTo(one, one.name, `${tag}_${one.name}`, `${operationId}_${one.name}`);
  const contentOf = <Part extends Content>(part: Part, name: string): Part =>
    part.content === undefined
      ? part
      : {
          ...part,
          content: Object.fromEntries(
            Object.entries(part.content).map(([type, content]) => [
              type,
              content.schema === undefined || '$ref' in content.schema || !/[/+]json$/.test(type)
                ? content
                : { ...content, schema: forSchemas.refTo(content.schema, name) },
            ]),
          ),
        };
  const change = (operation: Operation) => ({
    ...operation,
    ...(operation.parameters && {
      parameters: operation.parameters.map((one) => parameterOf(operation, one)),
    }),
    ...(operation.requestBody && {
      requestBody: contentOf(operation.requestBody, `${operation.operationId}_body`),
    }),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, answer]) => [
        status,
        contentOf(answer, `${operation.operationId}_${status}`),
      ]),
    ),
  });
  const changed = eachOperation(paths, (_, operation) => change(operation as unknown as Operation));
  return { paths: changed, schemas: forSchemas.parts, parameters: forParameters.parts };
}
