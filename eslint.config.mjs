import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import tsParser from '@typescript-eslint/parser';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const shipped = ['nodes/**/*.ts', 'credentials/**/*.ts', 'transport/**/*.ts', 'contract/endpoints.ts'];

// Shipped code is checked by all rules of n8n's own lint and its verification scanner.
// The three rules that are off below are also off in that scanner, because they contradict community packages.
export default defineConfig(
	globalIgnores(['dist/', 'node_modules/', '.cache/', 'tools/n8n/runtime/', 'examples/']),
	{ files: shipped, extends: [js.configs.recommended] },
	{ files: ['**/*.ts'], extends: [tseslint.configs.recommended] },
	{ files: [...shipped, 'package.json'], extends: [n8nCommunityNodesPlugin.configs.recommended] },
	{ files: shipped, rules: { 'no-console': 'error' } },
	{ plugins: { 'n8n-nodes-base': n8nNodesBase } },
	{ files: ['package.json'], languageOptions: { parser: tsParser }, rules: n8nNodesBase.configs.community.rules },
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
);
