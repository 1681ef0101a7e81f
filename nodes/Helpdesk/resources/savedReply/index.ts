import type { Resource } from '../../operation';
import { create } from './create';
import { deleteSavedReply } from './delete';
import { getMany } from './getMany';
import { update } from './update';
import { useSavedReply } from './use';

export const savedReply: Resource = {
	name: 'Saved Reply',
	value: 'savedReply',
	description: 'Texts that are kept for replies',
	operations: [getMany, create, update, deleteSavedReply, useSavedReply],
};
