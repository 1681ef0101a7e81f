import type { Resource } from '../../operation';
import { get } from './get';
import { getMany } from './getMany';

export const knowledgeBase: Resource = {
	name: 'Knowledge Base',
	value: 'knowledgeBase',
	description: 'The collections of help articles',
	operations: [getMany, get],
};
