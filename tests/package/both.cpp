// Links the float and the double library into one program.
void simulate_float();
void simulate_double();

int main() {
  simulate_float();
  simulate_double();
}
