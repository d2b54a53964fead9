declare module 'virtual:grocery-data' {
  const data: import('./food-data').GroceryData
  export default data
}
