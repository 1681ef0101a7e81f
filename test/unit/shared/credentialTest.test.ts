import { HelpdeskApi } from '../../../credentials/HelpdeskApi.credentials';

it("a 403 to the credential's test is not blamed on the scopes alone: every cause that the specification knows is named", () => {
	const rules = new HelpdeskApi().test.rules as Array<{ properties: { value: unknown; message: string } }>;
	const { message } = rules.find(({ properties }) => properties.value === 403)!.properties;
	expect(message).toMatch(/lack the scope.* its owner the access.* no personal access token/);
});
