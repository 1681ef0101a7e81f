/** An element of the page with its properties and what stands in it. */
export function element(name, properties, ...children) {
	const made = Object.assign(document.createElement(name), properties);
	made.append(...children);
	return made;
}
