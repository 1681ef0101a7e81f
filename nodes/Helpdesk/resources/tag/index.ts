import type { Resource } from '../../operation';
import { create } from './create';
import { deleteTag } from './delete';
import { deleteMany } from './deleteMany';
import { getMany } from './getMany';
import { merge } from './merge';
import { update } from './update';
import { updateMany } from './updateMany';

export const tag: Resource = {
	name: 'Tag',
	value: 'tag',
	description: 'The tags that can be put on conversations',
	operations: [getMany, create, update, deleteTag, merge, updateMany, deleteMany],
};
