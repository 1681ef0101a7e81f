export * from './build';
export * from './filter';
export * from './locators';
export * from './paging';
export * from './waiting';
