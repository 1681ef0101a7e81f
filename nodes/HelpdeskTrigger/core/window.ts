/** A page as a part of a listing: from place `start` up to, not including, `end`; 0 is the newest. */
export interface Window {
	page: number;
	perPage: number;
	start: number;
	end: number;
}

/** What a window showed. */
export interface WindowRead {
	count: number;
	/** At the window's page size. */
	lastPage: number;
	/** Whether a record is in it that was read before. */
	joins: boolean;
}

/** Records by which one window overlaps the one before. */
export function overlapOf(perPage: number): number {
	return Math.ceil(perPage / 10);
}

/**
 * The page that goes on from a place and overlaps what came before it: the API knows page numbers only, so
 * the overlap is made by choosing the page size, between half and all of `perPage`. At 100 a page it
 * goes on by 56 records at the least, 79 on average.
 */
export function windowAt(place: number, perPage: number): Window {
	const from = Math.max(0, place - overlapOf(perPage));
	let best = pageAt(place, perPage);
	let reach = place;
	for (let size = perPage; size >= perPage / 2; size -= 1) {
		const candidate = pageAt(from, size);
		if (candidate.end <= reach) continue;
		reach = candidate.end;
		best = candidate;
	}
	return best;
}

/**
 * The place to go on from. Records that are removed pull the later ones up: where no record of the window was
 * read before, some may have slipped past, and it goes back until it meets what was read.
 *
 * @param first the place where nothing has to come before
 */
export function goOn(place: number, window: Window, { count, lastPage, joins }: WindowRead, first: number): { place: number; joined: boolean; isEnd: boolean } {
	if (window.page > lastPage || (place > first && !joins)) {
		const back = Math.min(place - Math.ceil(window.perPage / 2), lastPage * window.perPage);
		return { place: Math.max(first, back), joined: false, isEnd: false };
	}
	return { place: window.start + count, joined: true, isEnd: window.page === lastPage };
}

function pageAt(place: number, perPage: number): Window {
	const page = Math.floor(place / perPage) + 1;
	return { page, perPage, start: (page - 1) * perPage, end: page * perPage };
}
