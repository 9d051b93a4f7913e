/** The files with collections of requests, below `/docs`. */
export const COLLECTIONS = {
  postman: 'usher.postman_collection.json',
  bruno: 'usher.opencollection.yml',
} as const
