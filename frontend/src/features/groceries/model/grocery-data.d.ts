declare module 'virtual:grocery-data' {
  const data: import('./grocery-words').GroceryData
  export default data
}
