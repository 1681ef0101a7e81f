/**
 * Begins the addresses in the node's description, which only the node itself can fill in: `authenticate` refuses
 * them, and there is no such protocol.
 */
export const NODE_SCHEME = 'helpdesk-node:';
