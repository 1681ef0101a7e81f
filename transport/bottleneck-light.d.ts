/** bottleneck without its Redis client: the full build evaluates `require` at run time. */
declare module 'bottleneck/light' {
	import Bottleneck from 'bottleneck';
	export default Bottleneck;
}
