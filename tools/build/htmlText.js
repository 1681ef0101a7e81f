/** Jest loads a page as its text, as esbuild does. */
module.exports = {
	process: (text) => ({ code: `exports.default = ${JSON.stringify(text)}; exports.__esModule = true;` }),
};
