/** What the command has to do with the world outside. */
export interface Surroundings {
	env: Record<string, string | undefined>;
	/** Asks whoever sits at the terminal, without showing what is typed where it is hidden; undefined where there is none. */
	ask?: (question: string, hidden: boolean) => Promise<string>;
	tell: (text: string) => void;
	/** For errors. */
	warn: (text: string) => void;
	progress: (line: string) => void;
	/** Writes a file and gives its whole path. */
	write: (file: string, text: string) => string;
}
