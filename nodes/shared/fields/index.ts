export * from './build';
export * from './conversationFilters';
export * from './filter';
export * from './locators';
export * from './paging';
export * from './waiting';
