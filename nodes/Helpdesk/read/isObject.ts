export { isObject } from '../../../transport';
