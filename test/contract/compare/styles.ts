import { copy, mapOperations, mapReferences, mapSchemas, mapValues, referred, type Node } from './walk';

/**
 * Other ways to write a description, none of which changes what it says. They can be combined in this order.
 */
export const styles: Record<string, (description: Node) => Node> = {
	'other words': (description) => {
		const words = mapOperations(description, (operation) => ({
			...operation,
			operationId: undefined,
			summary: 'Other',
			tags: ['Other'],
			description: 'Words.',
		}));
		return mapSchemas(words, (schema) => ({ ...schema, description: 'Words.', title: 'A title', example: 1 }));
	},
	'null as nullable': (description) =>
		mapSchemas({ ...description, openapi: '3.0.3' }, ({ type, ...schema }) => {
			const types = [type].flat().filter((each) => each !== undefined && each !== 'null');
			if (types.length > 1) return { ...schema, anyOf: types.map((each) => ({ type: each })) };
			return { ...schema, ...(types[0] && { type: types[0] }), ...([type].flat().includes('null') && { nullable: true }) };
		}),
	'null as a form of its own': (description) =>
		mapSchemas(description, (schema) => {
			if (![schema.type].flat().includes('null')) return schema;
			const types = schema.type.filter((type: string) => type !== 'null');
			return { oneOf: [{ type: 'null' }, { ...schema, type: types.length > 1 ? types : types[0] }] };
		}),
	'if, then and else as one of two forms': (description) =>
		mapSchemas(description, ({ if: condition, then, else: otherwise, ...schema }) =>
			condition ? { ...schema, oneOf: [otherwise, then] } : schema,
		),
	'each field in an allOf of its own': (description) =>
		mapSchemas(description, ({ properties, ...schema }) => {
			if (!properties) return schema;
			return { allOf: [...Object.entries(properties).map(([name, field]) => ({ properties: { [name]: field } })), schema] };
		}),
	'no type where there are fields or items': (description) =>
		mapSchemas(description, ({ type, ...schema }) => (schema.properties || schema.items ? schema : { ...schema, ...(type && { type }) })),
	'parameters at the operation': (description) => {
		const changed = mapOperations(description, (operation, { parameters = [] }) => ({
			...operation,
			parameters: [...(operation.parameters ?? []), ...parameters],
		}));
		return { ...changed, paths: mapValues(changed.paths, (item) => ({ ...item, parameters: undefined })) };
	},
	'other names of path parameters': (description) => {
		const renamed = (name: string) => `the${name.replace(/_/g, '')}`;
		const inPath = (node: Node): Node => {
			if (Array.isArray(node)) return node.map(inPath);
			if (typeof node !== 'object' || node === null) return node;
			return mapValues(node.in === 'path' ? { ...node, name: renamed(node.name) } : node, inPath);
		};
		const paths = Object.entries(description.paths).map(([path, item]) => [path.replace(/\{(\w+)\}/g, (_, name) => `{${renamed(name)}}`), item]);
		return inPath({ ...description, paths: Object.fromEntries(paths) });
	},
	'security at every operation, by another name': (description) => ({
		...mapOperations(description, (operation) => ({ ...operation, security: [{ token: [] }] })),
		security: undefined,
		components: { ...description.components, securitySchemes: { token: { type: 'http', scheme: 'Bearer', bearerFormat: 'opaque' } } },
	}),
	'the version in the paths': (description) => ({
		...description,
		servers: [{ url: 'https://api.example.com/' }],
		paths: Object.fromEntries(Object.entries(description.paths).map(([path, item]) => [`/v1${path}`, item])),
	}),
	'every schema a component, referred to through another': (description) => {
		const schemas: Node = {};
		let count = 0;
		const changed = mapSchemas(description, (schema) => {
			const [name, alias] = [`Schema${(count += 1)}`, `Alias${count}`];
			schemas[name] = schema;
			schemas[alias] = { $ref: `#/components/schemas/${name}` };
			return { $ref: `#/components/schemas/${alias}` };
		});
		return { ...changed, components: { ...changed.components, schemas: { ...changed.components.schemas, ...schemas } } };
	},
	'every reference written out, but in schemas that contain themselves': (description) => {
		const inlined = (node: Node, around: string[]): Node =>
			mapReferences(node, ({ $ref, ...beside }) => {
				if (around.includes($ref)) return { $ref, ...beside };
				return { ...inlined(copy(referred(description, $ref)), [...around, $ref]), ...beside };
			});
		return { ...description, paths: inlined(description.paths, []) };
	},
	'bodies, answers and path items as components': (description) => {
		const moved: Node = { requestBodies: {}, responses: {}, pathItems: {} };
		const move = (kind: string, value: Node) => {
			const name = `Moved${Object.keys(moved[kind]).length}`;
			moved[kind][name] = value;
			return { $ref: `#/components/${kind}/${name}` };
		};
		const changed = mapOperations(description, (operation) => ({
			...operation,
			...(operation.requestBody && { requestBody: move('requestBodies', operation.requestBody) }),
			responses: mapValues(operation.responses, (answer) => move('responses', answer)),
		}));
		const paths = mapValues(changed.paths, (item) => move('pathItems', item));
		return {
			...changed,
			paths,
			components: { ...mapValues(moved, (added, kind) => ({ ...changed.components[kind], ...added })), ...without(changed.components, moved) },
		};
	},
	'components of other names, with characters that references escape': (description) => {
		const renamed = (name: string) => `a/b~ ${name} é`;
		const reference = (kind: string, name: string) =>
			`#/components/${kind}/${encodeURIComponent(renamed(name).replace(/~/g, '~0').replace(/\//g, '~1'))}`;
		const changed = mapReferences(description, ({ $ref, ...beside }) => {
			const [, , kind, name] = $ref.split('/');
			return { $ref: reference(kind, name), ...beside };
		});
		const { securitySchemes, ...components } = changed.components;
		const all = mapValues(components, (kind) => Object.fromEntries(Object.entries(kind).map(([name, value]) => [renamed(name), value])));
		return { ...changed, components: { ...all, securitySchemes } };
	},
	'everything in another order': (description) => {
		const turned = (node: Node): Node => {
			if (Array.isArray(node)) return node.map(turned).reverse();
			if (typeof node !== 'object' || node === null) return node;
			return Object.fromEntries(
				Object.entries(node)
					.reverse()
					.map(([key, value]) => [key, turned(value)]),
			);
		};
		return turned(description);
	},
};

/** Ways to say where the service is; its version may stand nowhere. */
export const servers: Record<string, Node> = {
	'a path alone': [{ url: '/v1' }],
	'a longer path': [{ url: 'https://api.example.com/public/v1/' }],
	'a variable for the version': [{ url: 'https://api.example.com/{version}', variables: { version: { default: 'v1' } } }],
	'several servers': [{ url: 'https://docs.example.com' }, { url: 'https://api.example.com/v1' }],
	'no version': [{ url: 'https://api.example.com' }],
	'no server': undefined,
};

function without(map: Node, names: Node): Node {
	return Object.fromEntries(Object.entries(map).filter(([name]) => !(name in names)));
}
