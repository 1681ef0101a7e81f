export * from './conversations';
export * from './customFields';
export * from './lookup';
export * from './named';
export * from './resolve';
export * from './tags';
export * from './teammates';
