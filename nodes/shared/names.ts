/** A field's name as texts have it: n8n's guidelines put names of fields in single quotation marks. */
export const quoted = (name: string): string => `'${name}'`;

/** Begins the names of fields that only those need who know the API; they stand together at the end of their collection. */
export const ADVANCED = 'Advanced: ';
